import { memo } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { DayScreen } from './DayScreen.tsx';
import { FleetScreen } from './FleetScreen.tsx';
import { MaintenanceScreen, MovementsScreen } from './ListScreens.tsx';
import { Message } from './parts.tsx';
import { faultText, type SlideContent } from './slides.ts';

/** Draws one slide; again only when its content changes. */
export const SlideView = memo(function SlideView({ content }: { content: SlideContent }) {
  if (content.kind === 'message') return <Message text={content.text} role={content.role} />;
  if (content.kind === 'fleet') return <FleetScreen tiles={content.tiles} layout={content.layout} gap={content.gap} />;
  if (content.kind === 'movements')
    return <MovementsScreen items={content.items} layout={content.layout} hasNames={content.hasNames} />;
  if (content.kind === 'maintenance') return <MaintenanceScreen rows={content.rows} layout={content.layout} />;
  return (
    <DayScreen
      board={content.schedule}
      rows={content.rows}
      hours={content.hours}
      marks={content.marks}
      darkness={content.darkness}
      now={content.now}
    />
  );
});

/** In place of a slide that could not be drawn. */
export function FailedSlide({ error }: FallbackProps) {
  return <Message text={faultText(error)} role="alert" />;
}
