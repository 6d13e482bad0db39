import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lostText, nextTryText, type Outage } from '#domain/answers/connection.ts';
import { outageWords } from '#domain/answers/outage.ts';
import { Button, LinkButton } from '#web/components/controls/buttons.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { useConnection, useKnowledge, useTryNow } from '#web/components/page/connection.tsx';
import { useClockNote, useMinute, useSecond } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { ErrorEntries } from '#web/components/panel/ErrorNote.tsx';
import { listQuery } from '#web/data/api.ts';
import { useRefresh } from '#web/data/policy.ts';
import { failingKeys, readingOf } from '#web/data/readings.ts';
import style from './Shell.module.css';

/**
 * Says once for the whole screen what is wrong with all its data: the gateway or the flight service does not answer, the school
 * is empty, or this device's clock is wrong. One cause, one time, one button.
 */
export function ConnectionBanner() {
  const note = useClockNote();
  const { state, outage } = useConnection();
  return (
    <>
      {state === 'lost' ? <Lost /> : outage?.isShown ? <Failing outage={outage} /> : <EmptySchool />}
      {note !== null && (
        <p className={style['clockNote']} role="status">
          {note}
        </p>
      )}
    </>
  );
}

type BannerProps = { label: string; look: Look; title: string; advice: string; children: ReactNode };

function Banner({ label, look, title, advice, children }: BannerProps) {
  return (
    <section className={style['lost']} aria-label={label} data-tone={look.tone}>
      <div role="status">
        <StateMark {...look}>
          <b>{title}.</b>
        </StateMark>{' '}
        <span>{advice}</span>
      </div>
      {children}
    </section>
  );
}

const broken = { shape: 'octagon', tone: 'expired' } as const;
const slow = { shape: 'triangle', tone: 'warning' } as const;

function Lost() {
  const connection = useConnection();
  const tryNow = useTryNow();
  const now = useSecond();
  const title = lostText(connection, now, useClock());
  return (
    <Banner label="Connection" look={broken} title={title} advice="Flightline is not responding.">
      <Button tip={nextTryText(connection, now)} onClick={tryNow}>
        Try now
      </Button>
    </Banner>
  );
}

function Failing({ outage }: { outage: Outage }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const words = outageWords(outage, useMinute(), useClock());
  const { entries } = outage.failure;
  return (
    <Banner label="Flight service" look={words.isWait ? slow : broken} {...words}>
      {entries.length > 0 && <ErrorEntries failure={outage.failure} />}
      <Button onClick={() => refresh(...failingKeys(client))}>Try now</Button>
    </Banner>
  );
}

/** What to do when the service answers and lists no aircraft: every page would otherwise only say that it has nothing. */
function EmptySchool() {
  const school = useSchool();
  const fleet = useQuery(listQuery(school, 'listAircraft', {}));
  const { state } = useKnowledge(readingOf('listAircraft', fleet));
  if (state !== 'known' || fleet.data?.value.totalItems !== 0) return null;
  return (
    <Banner
      label="Flight service"
      look={{ shape: 'dashed', tone: 'plain' }}
      title="No aircraft received"
      advice="The service answers, but lists no aircraft for this operator id."
    >
      <LinkButton to="/setup">Check the connection</LinkButton>
    </Banner>
  );
}
