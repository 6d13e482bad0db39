import { boardSettingNames, readBoardSettings } from '#domain/board/settings.ts';
import { useEndurance } from '#web/queries/endurance/useEndurance.ts';
import { useEvents } from '#web/queries/events.ts';
import { useUrlParams } from '#web/ui/page/urlState.ts';
import { useMemo } from 'react';
import { BoardFrame } from './BoardFrame.tsx';
import { useBoardData } from './useBoardData.ts';

/** The wall board: everything about it is in the address, and nobody has to touch it. */
export function BoardPage() {
  const [params] = useUrlParams(boardSettingNames);
  const { settings, problems } = useMemo(() => readBoardSettings(params), [params]);
  const endurance = useEndurance();
  useEvents(true);
  const data = useBoardData(settings);
  return <BoardFrame settings={settings} data={data} endurance={endurance} problems={problems} />;
}
