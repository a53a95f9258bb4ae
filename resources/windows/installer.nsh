; What Turno itself writes for the person while it runs, and what the templates leave behind: start at login, turno:// links.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.turno.console"
    DeleteRegKey HKCU "Software\Classes\turno"
  ${endIf}
!macroend
