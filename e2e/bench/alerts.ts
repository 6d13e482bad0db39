import { daySpan } from '#domain/time/time.ts';
import { openSender } from '#e2e/truth/alerts.ts';
import { openCopy } from '#e2e/truth/copy.ts';
import { hour, minute } from '#e2e/truth/school.ts';
import { simulate } from '#e2e/truth/simulate.ts';
import { type Outcome, quantile } from './outcome.ts';

/** The most milliseconds that an evaluation for alerts may add to the look at the school before it, at 2,000 reservations. */
const bound = 5;
const looks = 60;

/**
 * The cost of alerts for the gateway: 150 aircraft from 1000L on, with a look every minute, after that minute's changes are
 * written. Pages need the same look.
 */
export async function alertsBench(): Promise<Outcome> {
  const options = { seed: 1, zone: 'America/Denver', size: 'big', first: '2026-05-12', days: 1 } as const;
  const copy = openCopy(simulate(options));
  const sender = openSender(copy);
  const start = daySpan(options.first, options.zone).start + 10 * hour;
  const costs: { readonly alerts: number; readonly look: number }[] = [];
  let reservations = 0;
  const { by } = copy.assessed;
  copy.assessed.by = (sources, items) => {
    reservations = sources.reservations?.length ?? 0;
    by(sources, items);
  };
  for (let turn = -5; turn < looks; turn++) {
    copy.fill(start + turn * minute);
    const began = performance.now();
    await copy.attention();
    const spent = performance.now() - began;
    await sender.run();
    // The first looks read everything and warm up.
    if (turn >= 0) costs.push({ alerts: sender.cost(), look: spent - sender.cost() });
  }
  sender.close();
  copy.close();
  const of = (part: 'alerts' | 'look', share: number) =>
    quantile(
      costs.map((cost) => cost[part]),
      share,
    );
  const scaled = (of('alerts', 0.5) * 2_000) / reservations;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    table: [
      [`150 aircraft, ${reservations} reservations ahead, ${looks} looks`, 'median', '95 of 100'],
      ['look at the school, for pages too', ms(of('look', 0.5)), ms(of('look', 0.95))],
      ['alerts beside it', ms(of('alerts', 0.5)), ms(of('alerts', 0.95))],
      ['alerts for 2,000 of these reservations', ms(scaled), ''],
    ],
    figures: { lookMs: of('look', 0.5), alertsMs: of('alerts', 0.5), reservations, sent: sender.sent.length },
    ratios: { alertsToLook: of('alerts', 0.5) / of('look', 0.5), alertsToBound: scaled / bound },
  };
}
