import { get, set } from 'idb-keyval';
import { useEffect, useMemo, useState } from 'react';
import type { AircraftReminders } from '#domain/dueList.ts';
import type { DueItem } from '#domain/reminders.ts';
import { type Picture, pictureOf, type Transition, transitions, updatePicture } from '#domain/transitions.ts';

/** The picture this browser last dismissed, or first saw, of one operator's reminders. Nothing personal is in it. */
const keyOf = (operatorId: number) => `reminders seen, operator ${operatorId}, 1`;

/**
 * What has changed since the picture that was last dismissed. An aircraft that is seen for the first time is not news;
 * it joins the stored picture. Where nothing can be stored there is nothing to compare, and nothing is said.
 */
export function useChanges(operatorId: number, answers: readonly AircraftReminders[], items: readonly DueItem[]) {
  const key = keyOf(operatorId);
  const [seen, setSeen] = useState<Picture | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (picture: Picture) => isCurrent && setSeen(picture);
    get<Picture>(key).then(
      (stored) => take(stored ?? []),
      () => take([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const present = useMemo(() => pictureOf(answers, items), [answers, items]);
  useEffect(() => {
    if (!seen) return;
    const known = new Set(seen.map((one) => one.aircraftId));
    const first = present.filter((one) => !known.has(one.aircraftId));
    if (first.length > 0) keep(key, [...seen, ...first], setSeen);
  }, [key, seen, present]);
  const changes: Transition[] = useMemo(() => (seen ? transitions(seen, present) : []), [seen, present]);
  return { changes, dismiss: () => keep(key, updatePicture(seen ?? [], present), setSeen) };
}

function keep(key: string, picture: Picture, show: (picture: Picture) => void): void {
  show(picture);
  // A browser that cannot store (a private window, a full disk) compares within this visit alone.
  set(key, picture).catch(() => undefined);
}
