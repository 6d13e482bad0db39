import type { ZoneClock } from '#server/operator/school/zone.ts';

/** The prose of a reminder's axes, as services of this kind write it: for people, with US dates. */
export const reminderMessages = {
  date(clock: ZoneClock, now: number, expiration: number): string {
    const days = clock.dayAt(expiration) - clock.dayAt(now);
    const date = usDate(clock.local(expiration));
    if (expiration <= now)
      return days === 0 ? `Expired today, ${date}` : `Expired ${count(-days, 'day')} ago on ${date}`;
    return days === 0 ? `Expires today, ${date}` : `Expires in ${count(days, 'day')} on ${date}`;
  },
  hours(current: number, expiration: number): string {
    const remaining = (expiration - current).toFixed(1);
    if (expiration <= current)
      return `Expired ${(current - expiration).toFixed(1)} hours ago at ${expiration.toFixed(1)}`;
    return `Expires in ${remaining} hours at ${expiration.toFixed(1)}`;
  },
  cycles(current: number, expiration: number): string {
    if (expiration <= current) return `Expired ${count(current - expiration, 'landing')} ago at ${expiration}`;
    return `Expires in ${count(expiration - current, 'landing')} at ${expiration}`;
  },
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** 05/12/2026 */
function usDate(local: string): string {
  return `${local.slice(5, 7)}/${local.slice(8, 10)}/${local.slice(0, 4)}`;
}
