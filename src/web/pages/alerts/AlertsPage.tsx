import { Fragment, type ReactNode, useMemo } from 'react';
import type { AlertsAnswer } from '#contract/gateway/alerts.ts';
import { useAlerts } from '#web/data/gateway/alerts.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { AlertLine } from '#web/components/records/AlertLine.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { Verdict } from '#web/components/panel/Verdict.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import { counted } from '#domain/words.ts';
import style from './alerts.module.css';
import {
  alertsVerdict,
  channelNames,
  deliveryFilters,
  type DeliveryRow,
  deliveryRows,
  lookedText,
  type RecipientRow,
  recipientRows,
} from './alertsModel.ts';
import { BrowserPush } from './BrowserPush.tsx';
import { RecipientForm } from './RecipientForm.tsx';

/** Who gets which alerts, by which channel, and what was sent. */
export function AlertsPage() {
  const { alerts, reading, queryKey } = useAlerts();
  const refresh = useRefresh();
  const retry = () => refresh(queryKey);
  const isManager = useSchool().who.role === 'manager';
  const { value: open, set: setOpen } = useUrlText('recipient');
  const count = alerts?.recipients.length ?? 0;
  const chosen = alerts?.recipients.find(({ id }) => id === open) ?? null;
  return (
    <>
      <PageHeader title="Alerts" />
      <div className={style['panels']}>
        {alerts && (
          <Looked alerts={alerts} isManager={isManager}>
            {isManager && <Button onClick={() => setOpen('new')}>Add recipient</Button>}
          </Looked>
        )}
        {isManager && alerts && count > 0 && (
          <Panel title="Recipients" count={counted(count, 'recipient')} reading={reading} onRetry={retry}>
            <Recipients recipients={alerts.recipients} onOpen={setOpen} />
          </Panel>
        )}
        <div className={style['below']}>
          <Sent alerts={alerts} reading={reading} onRetry={retry} />
          <PlainPanel title={isManager ? 'Channels' : 'This browser'}>
            {alerts ? (
              <Channels alerts={alerts} isManager={isManager} />
            ) : (
              <p className={style['inside']} role="status">
                {reading.failure ? '—' : 'Loading…'}
              </p>
            )}
          </PlainPanel>
        </div>
      </div>
      {isManager && alerts && open !== '' && (open === 'new' || chosen) && (
        <RecipientForm key={open} alerts={alerts} saved={chosen} onClose={() => setOpen('')} />
      )}
    </>
  );
}

type LookedProps = { alerts: AlertsAnswer; isManager: boolean; children: ReactNode };

/** Whether alerts work, and reach anyone. If not, nobody must think that there was nothing to report. */
function Looked({ alerts, isManager, children }: LookedProps) {
  const now = useMinute();
  return (
    <div role="status">
      <Verdict {...alertsVerdict(alerts, isManager)} reason={lookedText(alerts, now)}>
        {children}
      </Verdict>
    </div>
  );
}

/** How alerts reach people: each channel, and the settings of the machine that are missing for those who may change them. */
function Channels({ alerts, isManager }: { alerts: AlertsAnswer; isManager: boolean }) {
  const fold = useUrlFold('channels');
  const missing = alerts.channels.filter(({ isReady }) => !isReady);
  return (
    <>
      <dl className={style['channels']}>
        {isManager &&
          alerts.channels
            .filter(({ channel }) => channel !== 'push')
            .map(({ channel, isReady }) => (
              <Fragment key={channel}>
                <dt>{channelNames[channel]}</dt>
                <dd>
                  {isReady ? (
                    <StateMark shape="check" tone="ok">
                      Ready
                    </StateMark>
                  ) : (
                    <StateMark shape="ring" tone="inactive">
                      Not set up
                    </StateMark>
                  )}
                </dd>
              </Fragment>
            ))}
        <dt>This browser</dt>
        <dd>
          <BrowserPush pushKey={alerts.pushKey} known={alerts.ownBrowsers} isManager={isManager} />
        </dd>
      </dl>
      {isManager && missing.length > 0 && (
        <Fold
          className={style['settings']}
          summary={`${counted(missing.length, 'channel')} not set up: which settings`}
          isAcross
          {...fold}
        >
          <div className={style['inside']}>
            <p>Settings of the gateway; .env.example explains them:</p>
            <ul className={style['missing']}>
              {missing.map(({ channel, words }) => (
                <li key={channel}>{words}</li>
              ))}
            </ul>
          </div>
        </Fold>
      )}
    </>
  );
}

const recipientColumn = columnsOf<RecipientRow & { readonly open: () => void }>();

const recipientColumns = recipientColumn.columns([
  recipientColumn.accessor('name', {
    header: 'Name',
    meta: { card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <Button onClick={original.open}>
        <b className={style['name']}>{original.name}</b>
      </Button>
    ),
  }),
  recipientColumn.accessor('isOn', {
    header: 'State',
    meta: { card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <StateMark shape={original.isOn ? 'check' : 'ring'} tone={original.isOn ? 'ok' : 'inactive'}>
        {original.isOn ? 'On' : 'Off'}
      </StateMark>
    ),
  }),
  recipientColumn.accessor('channel', { header: 'Channel', meta: { card: { line: 2 } } }),
  recipientColumn.accessor('gets', { header: 'Gets', meta: { card: { line: 2 } } }),
  recipientColumn.accessor('when', { header: 'When', meta: { card: { line: 3 } } }),
  recipientColumn.accessor('sees', { header: 'Sees', meta: { card: { line: 3 } } }),
  recipientColumn.accessor('last', { header: 'Last sent', meta: { card: { line: 4, label: 'Last sent' } } }),
]);

type RecipientsProps = Pick<AlertsAnswer, 'recipients'> & { onOpen: (id: string) => void };

function Recipients({ recipients, onOpen }: RecipientsProps) {
  const now = useMinute();
  const rows = useMemo(
    () => recipientRows(recipients, now).map((row) => ({ ...row, open: () => onOpen(row.id) })),
    [recipients, now, onOpen],
  );
  return (
    <div className={style['table']}>
      <DataTable
        caption="Recipients"
        columns={recipientColumns}
        rows={rows}
        rowId={({ id }) => id}
        scrolls="recipients"
        isCards={useMediaQuery('(max-width: 900px)')}
      />
    </div>
  );
}

const sentColumn = columnsOf<DeliveryRow>();

const sentColumns = sentColumn.columns([
  sentColumn.accessor('when', { header: 'Time', meta: { card: { line: 1 } } }),
  sentColumn.accessor(({ state }) => state.words, {
    id: 'state',
    header: 'State',
    meta: { card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <StateMark shape={original.state.shape} tone={original.state.tone}>
        {original.state.words}
      </StateMark>
    ),
  }),
  sentColumn.accessor('to', { header: 'To', meta: { card: { line: 2 } } }),
  sentColumn.accessor('what', {
    header: 'Alert',
    meta: { card: { line: 3 } },
    cell: ({ row: { original } }) => <AlertTexts alerts={original.alerts} />,
  }),
  sentColumn.accessor('answer', {
    header: 'Answer',
    meta: { card: { line: 4, label: 'Answer' } },
    cell: ({ row: { original } }) => <span className={style['answer']}>{original.answer}</span>,
  }),
]);

/** The alerts of one message, each with the page that shows it. */
function AlertTexts({ alerts }: Pick<DeliveryRow, 'alerts'>) {
  return (
    <ul className={style['texts']}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertLine alert={alert} />
        </li>
      ))}
    </ul>
  );
}

type SentProps = Pick<ReturnType<typeof useAlerts>, 'alerts' | 'reading'> & { onRetry: () => void };

/** What was sent, to whom, and whether it arrived. */
function Sent({ alerts, reading, onRetry }: SentProps) {
  const now = useMinute();
  const clock = useClock();
  const { value: filter, set } = useUrlChoice('sent', deliveryFilters, 'all');
  const rows = useMemo(
    () => deliveryRows(alerts?.deliveries ?? [], filter, now, clock),
    [alerts?.deliveries, filter, now, clock],
  );
  const none = useNoneText(filter === 'all' ? 'No alert has been sent yet.' : 'No such message.', reading);
  const left = (alerts?.total ?? 0) - (alerts?.deliveries.length ?? 0);
  return (
    <Panel
      title="Messages"
      count={counted(rows.length, 'message')}
      reading={reading}
      onRetry={onRetry}
      tools={
        (alerts?.deliveries.length ?? 0) > 0 && (
          <Choices label="Which messages" value={filter} options={filterOptions} onChange={set} />
        )
      }
      empty={rows.length === 0 ? none : null}
      footer={left > 0 && <p className={style['inside']}>{counted(left, 'older message')} not shown.</p>}
    >
      <div className={style['table']}>
        <DataTable
          caption="Messages"
          columns={sentColumns}
          rows={rows}
          rowId={({ id }) => id}
          scrolls="messages"
          isCards={useMediaQuery('(max-width: 900px)')}
        />
      </div>
    </Panel>
  );
}

const filterOptions = [
  { value: 'all', label: 'All' },
  { value: 'sent', label: 'Sent' },
  { value: 'not sent', label: 'Not sent' },
] as const;
