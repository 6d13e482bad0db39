import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { BoardBuilder } from './BoardBuilder.tsx';
import { BuildPanel } from './BuildPanel.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
import { LocalCopyPanel } from './LocalCopyPanel.tsx';
import { OperatorPanel } from './OperatorPanel.tsx';
import style from './setup.module.css';
import { ZonePanel } from './ZonePanel.tsx';

/** What this dashboard is connected to, how it reads times, and what the service says of the operator. */
export function SetupPage() {
  return (
    <>
      <PageHeader title="Setup" />
      <div className={style['columns']}>
        <div className={style['stack']}>
          <ConnectionPanel />
          <LocalCopyPanel />
          <ZonePanel />
          <BuildPanel />
        </div>
        <OperatorPanel />
      </div>
      <div className={style['below']}>
        <BoardBuilder />
      </div>
    </>
  );
}
