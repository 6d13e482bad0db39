import { useMemo } from 'react';
import { transitions, transitionText } from '#domain/maintenance/transitions.ts';
import type { Instant } from '#domain/time/time.ts';
import { useReminderChanges } from '#web/queries/changes.ts';
import type { MaintenancePicture } from '#web/queries/maintenance.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import style from './maintenance.module.css';

/** What changed since this browser last looked, until it is dismissed. Nothing is drawn where nothing changed. */
export function ChangesPanel({ picture, now }: { picture: MaintenancePicture; now: Instant }) {
  const clock = useClock();
  const { changes: logged, lookedAt, dismiss } = useReminderChanges(useSchool());
  const { aircraft } = picture;
  const changes = useMemo(() => {
    const later = lookedAt === null ? [] : logged.filter(({ seenAt }) => seenAt > lookedAt);
    return transitions(later, aircraft);
  }, [logged, lookedAt, aircraft]);
  if (changes.length === 0) return null;
  return (
    <section className={style['changes']} aria-labelledby="changes">
      <h2 id="changes">Since you last looked: {changes.length}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change.key}>{transitionText(change, now, clock)}</li>
        ))}
      </ul>
      <Button onClick={dismiss}>Seen</Button>
    </section>
  );
}
