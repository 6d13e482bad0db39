import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { Button } from './buttons.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { SearchField } from './controls.tsx';
import { Dialog } from './overlays.tsx';
import style from './Tools.module.css';

type ToolsProps = {
  /** The search, which stays in view on a phone too. */
  search?: ReactNode;
  /** How many of the other tools are in use. */
  used: number;
  label?: 'Options' | 'Filters';
  children: ReactNode;
};

/** The tools of a panel, beside its title; on a phone, one button with the number in use opens them as a sheet. */
export function Tools({ search, used, label = 'Options', children }: ToolsProps) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) {
    return (
      <div className={style['tools']}>
        {search}
        {children}
      </div>
    );
  }
  return (
    <div className={style['tools']}>
      {search}
      <Button onClick={() => setOpen(true)}>{used > 0 ? `${label} (${used})` : label}</Button>
      {isOpen && (
        <Dialog label={label} isSheet onClose={() => setOpen(false)}>
          <div className={style['sheet']}>
            <h2>{label}</h2>
            {children}
            <Button onClick={() => setOpen(false)}>Done</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

type ToolSearchProps = {
  label: string;
  placeholder: string;
};

/**
 * The search of a list; its text is in the address as `q`. It reads the address itself, so that typing redraws none of the other
 * tools.
 */
export function ToolSearch({ label, placeholder }: ToolSearchProps) {
  const text = useUrlText('q');
  return <SearchField label={label} placeholder={placeholder} value={text.value} onChange={text.set} />;
}
