import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import { Button, SearchField } from './controls.tsx';
import { Dialog } from './overlays.tsx';
import style from './Tools.module.css';

type ToolsProps = {
  /** What stays in view on a phone too: the search. */
  search?: ReactNode;
  /** How many of the others are in use. */
  used: number;
  children: ReactNode;
};

/** The tools of a panel, beside its title; on a phone one button, with how many are in use, opens them as a sheet. */
export function Tools({ search, used, children }: ToolsProps) {
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
      <Button onClick={() => setOpen(true)}>{used > 0 ? `Filter (${used})` : 'Filter'}</Button>
      {isOpen && (
        <Dialog label="Filter" isSheet onClose={() => setOpen(false)}>
          <div className={style['sheet']}>
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
  /** In the address, as `useUrlText` gives it. */
  text: { readonly value: string; readonly set: (text: string) => unknown };
};

/** The search of a list; what is typed stands in the address. */
export function ToolSearch({ label, placeholder, text }: ToolSearchProps) {
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={text.value}
      onChange={(typed) => void text.set(typed)}
    />
  );
}
