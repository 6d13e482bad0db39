import { busySchool } from './school.ts';
import { fleetHorizons, forecastSpan } from '#domain/maintenance/horizon.ts';
import { shopIndex, shopWeek } from '#domain/planning/shop/shopWeek.ts';
import { dayOf } from '#domain/time/time.ts';
const { now, zone, schedule, reminders, fleet } = busySchool(150, 10);
const items = Array.from(reminders.values(), (one) => one.items ?? []).flat();
const horizons = fleetHorizons(items, schedule, { now });
const s = { items, horizons, schedule, now, zone: zone.name, until: forecastSpan(dayOf(now, zone.name), zone.name).end };
const times: number[] = [];
for (let i = 0; i < 21; i++) { const t = performance.now(); shopWeek(shopIndex(s), fleet ?? []); times.push(performance.now() - t); }
console.log(times[0]?.toFixed(1), times.toSorted((a, b) => a - b)[10]?.toFixed(1));
