import useMediaQuery from '@mui/material/useMediaQuery';
import type { TimelineDays } from '#domain/calendar/calendarView.ts';
import { type Zoom, zoomSteps } from '#domain/timeline/timeScale.ts';
import { Select } from '#web/ui/controls/controls.tsx';
import { useUrlChoice } from '#web/ui/page/urlState.ts';

type ZoomName = 'fit' | `${(typeof zoomSteps)[number]}`;
const zooms: readonly ZoomName[] = ['fit', ...zoomSteps.map((step) => `${step}` as const)];

/** A zoom as the address writes it. */
export function zoomName(zoom: Zoom): ZoomName {
  return zooms.find((name) => name === String(zoom)) ?? 'fit';
}

/** At which a bar still says whose it is. */
const usualZoom: Readonly<Record<TimelineDays, ZoomName>> = { 1: 'fit', 3: '120', 7: '180' };

/** How much time a column of the timeline holds; `fit` shows the whole span. */
export function useZoomState(days: TimelineDays) {
  const isWide = useMediaQuery('(min-width: 700px)', { noSsr: true });
  return useUrlChoice('zoom', zooms, isWide ? usualZoom[days] : '60');
}

/** The same as the wheel with Ctrl and the keys + and −, for those who have neither. */
export function ZoomChoice({ days }: { days: TimelineDays }) {
  const zoom = useZoomState(days);
  return <Select label="Column" value={zoom.value} options={options} onChange={(choice) => void zoom.set(choice)} />;
}

const options = zooms.map((value) => ({ value, label: nameOf(value) }));

function nameOf(zoom: ZoomName): string {
  if (zoom === 'fit') return 'whole span';
  return Number(zoom) < 60 ? `${zoom} min` : `${Number(zoom) / 60} h`;
}
