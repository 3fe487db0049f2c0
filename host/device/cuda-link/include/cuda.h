/* Deliberately empty: that it is here makes the folder a CUDA toolkit in the eyes of
   cust's build script on Windows. The library beside it is as empty: an archive of one
   object without symbols, because Microsoft's linker takes none without objects. */
