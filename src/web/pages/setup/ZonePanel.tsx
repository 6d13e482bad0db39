import { useQuery } from '@tanstack/react-query';
import { isRecord, textOf } from '#domain/answers/unknownMembers.ts';
import { clockText, dayText, shownDay, zoneText } from '#domain/time/clock.ts';
import { recordQuery } from '#web/queries/api.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { Card } from './Card.tsx';

/** The zone all local times are read and shown in. The API does not say it, so a wrong one must be easy to notice. */
export function ZonePanel() {
  const school = useSchool();
  const now = useMinute();
  const operator = useQuery(recordQuery(school, 'getOperator')).data?.value;
  const told = isRecord(operator) ? textOf(operator, 'timeZone', 'timezone', 'timeZoneId') : null;
  const local = { zone: school.timeZone, mode: 'L' } as const;
  const zulu = { ...local, mode: 'Z' } as const;
  const { position } = school;
  return (
    <Card title="Time and place">
      <Notices
        notes={[
          told !== null && told !== school.timeZone
            ? `The operator record says ${told}, the settings say ${school.timeZone}: one of them is wrong.`
            : null,
        ]}
      />
      <Facts
        facts={[
          ['Time zone', school.timeZone],
          ['Its offset', zoneText(now, school.timeZone)],
          ['Local time now', `${dayText(shownDay(now, local))} ${clockText(now, local)}`],
          ['Zulu time now', `${dayText(shownDay(now, zulu))} ${clockText(now, zulu)}`],
          ['Times without zone', school.zonelessTimes === 'utc' ? 'are read as UTC' : 'are read as local time'],
          ['Position', position && `${position.latitude}, ${position.longitude}`],
        ]}
        missing="not set; twilight is not shown"
      />
    </Card>
  );
}
