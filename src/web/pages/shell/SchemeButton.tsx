import { useColorScheme } from '@mui/material/styles';
import { IconButton } from '#web/ui/controls/controls.tsx';

/** Light or dark: the system's until this is pressed, then as chosen in this browser. */
export function SchemeButton() {
  const { mode, systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <IconButton
      icon={isDark ? 'light' : 'dark'}
      label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setMode(isDark ? 'light' : 'dark')}
    />
  );
}
