import { Fragment, useState } from 'react';
import { IconButton } from '#web/components/controls/buttons.tsx';
import { Check } from '#web/components/controls/fields.tsx';
import type { Navigation } from '#web/app/shell/shellModel.ts';
import { arePlainKeysOn, commandKey, setPlainKeys } from '#web/app/shell/shortcuts.ts';
import { timelineKeys } from '#web/components/timeline/keyboard.ts';
import { Dialog } from '#web/components/controls/overlays.tsx';
import style from './palette.module.css';

/** All shortcuts, and the switch for those without Ctrl or ⌘. */
export function Help({ navigation, onClose }: { navigation: Navigation; onClose: () => void }) {
  const [isOn, setOn] = useState(arePlainKeysOn);
  const keys = [
    [[`${commandKey} K`, '/'], 'Search and go'],
    [['?'], 'Keyboard shortcuts'],
    ...navigation.map(({ key, label }) => [[`g ${key}`], label] as const),
  ] as const;
  const change = (next: boolean) => {
    setPlainKeys(next);
    setOn(next);
  };
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className={style['help']}>
        <header>
          <h2>Keyboard shortcuts</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <Keys keys={keys} />
        <Check label="Single-key shortcuts, except while typing" isOn={isOn} onChange={change} />
        <h3>In the timeline of reservations</h3>
        <Keys keys={timelineKeys} />
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly (readonly [names: readonly string[], label: string])[] }) {
  return (
    <dl>
      {keys.map(([names, label]) => (
        <Fragment key={label}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
