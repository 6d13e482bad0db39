import { NuqsAdapter } from 'nuqs/adapters/react';
import type { ReactNode } from 'react';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { SchoolProvider } from '#web/components/page/school.tsx';

/** The school around our pages; its figures do not affect the measurement. */
export const benchSchool: Config = {
  operatorId: 1001,
  operatorName: 'Benchmark',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 60,
  embedded: true,
  position: { latitude: 38.8, longitude: -104.7 },
};
export const zone = { name: benchSchool.timeZone, zoneless: benchSchool.zonelessTimes };

/** What our components expect around them. */
export function AtSchool({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      <SchoolProvider school={benchSchool}>{children}</SchoolProvider>
    </NuqsAdapter>
  );
}
