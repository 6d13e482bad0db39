# Save it as flightline.ps1 and run it in PowerShell as administrator. It makes a task that starts with the machine, as the
# account with the fewest rights. If the settings are not in C:\ProgramData\Flightline\flightline.env, set SETTINGS_FILE for
# the machine.

#Requires -RunAsAdministrator
$account = 'NT AUTHORITY\LOCAL SERVICE'
$settings = '@SETTINGS_FILE@'
$data = '@DATA_DIR@'
New-Item -ItemType Directory -Force $data | Out-Null
# Only the account, the system and administrators may read the key and the data.
icacls $settings /inheritance:r /grant:r '*S-1-5-19:R' '*S-1-5-18:F' '*S-1-5-32-544:F'
icacls $data /inheritance:r /grant:r '*S-1-5-19:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F'
$arguments = '--initial-old-space-size=128 "@COMMAND@" gateway'
$action = New-ScheduledTaskAction -Execute '@NODE@' -Argument $arguments -WorkingDirectory $data
$trigger = New-ScheduledTaskTrigger -AtStartup
$principal = New-ScheduledTaskPrincipal -UserId $account -LogonType ServiceAccount -RunLevel Limited
$options = New-ScheduledTaskSettingsSet -ExecutionTimeLimit 0 -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries
Register-ScheduledTask Flightline -Action $action -Trigger $trigger -Principal $principal -Settings $options -Force
Start-ScheduledTask Flightline
