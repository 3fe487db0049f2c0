; The installer for Windows. `cargo xtask dist --windows` calls makensis with these names:
;   VERSION   the version, as people read it
;   FOLDER    the files to install, as they lie in the archive
;   REMOVAL   a file with the commands that remove them again
;   ICON      the icon
;   OUT       where the installer goes
;
; It installs for the user who runs it, and asks for no rights. With /S it asks nothing at
; all; /D=C:\folder, as the last argument, says where to.

Target amd64-unicode
Unicode true
SetCompressor /SOLID lzma
ManifestSupportedOS all
ManifestDPIAware true

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define NAME "Warpbench"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define FOUND "Software\Microsoft\Windows\CurrentVersion\App Paths\warpbench.exe"

Name "${NAME}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
; A newer version goes where the older one is.
InstallDirRegKey HKCU "${LISTED}" "InstallLocation"
ShowInstDetails nevershow
ShowUninstDetails nevershow

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\warpbench.exe"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/LICENSE-MIT"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "FileDescription" "Installer of ${NAME}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT OR Apache-2.0"

Section
  SetShellVarContext current
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateDirectory "$SMPROGRAMS\${NAME}"
  CreateShortcut "$SMPROGRAMS\${NAME}\${NAME}.lnk" "$INSTDIR\warpbench.exe"
  ; Changing PATH in an installer has cost people theirs, so a terminal is opened with it.
  CreateShortcut "$SMPROGRAMS\${NAME}\${NAME} command line.lnk" "$SYSDIR\cmd.exe" \
    '/k "set PATH=$INSTDIR;%PATH%& cd /d %USERPROFILE%& warpbench --help"' "$INSTDIR\warpbench.exe"

  WriteRegStr HKCU "${FOUND}" "" "$INSTDIR\warpbench.exe"
  WriteRegStr HKCU "${LISTED}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\warpbench.exe"
  WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" $0
SectionEnd

; What the user typed lies elsewhere and is kept, and so is whatever somebody put into the
; folder: only what was installed is removed, by name.
Section "Uninstall"
  SetShellVarContext current
  !include "${REMOVAL}"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  ; Where nobody else installed anything, this folder is ours, too.
  RMDir "$LOCALAPPDATA\Programs"

  Delete "$SMPROGRAMS\${NAME}\${NAME}.lnk"
  Delete "$SMPROGRAMS\${NAME}\${NAME} command line.lnk"
  RMDir "$SMPROGRAMS\${NAME}"
  DeleteRegKey HKCU "${FOUND}"
  DeleteRegKey HKCU "${LISTED}"
SectionEnd
