/* For tests alone: Rust's library draws random numbers with ProcessPrng, which Windows
   has in bcryptprimitives.dll and the Wine of some distributions has not. Never shipped. */

#include <stddef.h>
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 1 << 20 ? 1 << 20 : (ULONG)length;
        if (!SystemFunction036(data, part)) return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
