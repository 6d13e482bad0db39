import { type SubmitEvent, useState } from 'react';
import { alertChannels, type AlertsAnswer, digests, type Recipient } from '#contract/gateway/alerts.ts';
import { roles } from '#contract/access/roles.ts';
import { roleName } from '#domain/access/rights.ts';
import { kindsFor, kindTable } from '#domain/alerts/kinds.ts';
import { asFailure } from '#web/data/client.ts';
import { useSaveRecipient, useTestRecipient } from '#web/data/gateway/alerts.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { Refused } from '#web/components/panel/Refused.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import style from './alerts.module.css';
import { RecipientFilters } from './RecipientFilters.tsx';
import { changed, channelNames, digestNames, kindsByGroup, newRecipient } from './alertsModel.ts';

type FormProps = { alerts: AlertsAnswer; saved: AlertsAnswer['recipients'][number] | null; onClose: () => void };
type Change = (changes: Partial<Recipient>) => void;

/** Who gets which alerts, how and when. Nothing is saved before “Save”. */
export function RecipientForm({ alerts, saved, onClose }: FormProps) {
  const [draft, setDraft] = useState<Recipient>(() => saved ?? newRecipient('mail'));
  const saving = useSaveRecipient();
  const change: Change = (changes) => setDraft((last) => changed(last, changes));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate({ id: draft.id, recipient: draft }, { onSuccess: onClose });
  };
  const about = saved ? saved.name : 'New recipient';
  return (
    <SidePanel title={about} about={about} onClose={onClose}>
      <form className={style['form']} onSubmit={submit} aria-label={about}>
        <Way draft={draft} alerts={alerts} change={change} />
        {saved?.link != null && <FeedLink link={saved.link} />}
        <Kinds draft={draft} change={change} />
        <RecipientFilters draft={draft} change={change} />
        <When draft={draft} change={change} />
        <Check label="On" isOn={draft.isOn} onChange={(isOn) => change({ isOn })} />
        <div className={style['submit']}>
          <Button isSubmit disabled={saving.isPending}>
            Save
          </Button>
          {saving.error && <Refused words="Not saved" failure={asFailure(saving.error)} />}
        </div>
      </form>
      {saved && <SavedActions saved={saved} onGone={onClose} />}
    </SidePanel>
  );
}

type PartProps = { draft: Recipient; change: Change };

/** The channel, its address, and how much it may show. */
function Way({ draft, alerts, change }: PartProps & Pick<FormProps, 'alerts'>) {
  const { channel, name, to, role, names } = draft;
  const isKept = draft.id !== '';
  const offered = alertChannels.filter((other) => other !== 'push' || channel === 'push');
  const webhooks = alerts.webhooks.map((webhook) => ({
    value: webhook.name,
    label: `${webhook.name} (${webhook.form})`,
  }));
  return (
    <>
      {!isKept && (
        <Choices
          label="Channel"
          value={channel}
          options={offered.map((value) => ({ value, label: channelNames[value] }))}
          onChange={(value) => change({ channel: value })}
        />
      )}
      <TextField label="Name" value={name} onChange={(text) => change({ name: text })} width={28} />
      {channel === 'mail' && (
        <TextField
          label="E-mail address"
          value={to}
          onChange={(text) => change({ to: text })}
          width={28}
          input={{ type: 'email', placeholder: 'shop@example.com' }}
        />
      )}
      {channel === 'webhook' && (
        <Select
          label="Webhook"
          value={to}
          options={[{ value: '', label: webhooks.length > 0 ? 'Choose…' : 'Set ALERT_WEBHOOKS first' }, ...webhooks]}
          onChange={(value) => change({ to: value })}
        />
      )}
      <Select
        label="Sees what this role sees"
        value={role}
        options={roles.filter((one) => kindsFor(one).length > 0).map((value) => ({ value, label: roleName(value) }))}
        onChange={(value) => change({ role: value })}
      />
      <Choices
        label="People"
        value={names}
        options={[
          { value: 'full', label: 'Full names' },
          { value: 'initials', label: 'Initials' },
        ]}
        onChange={(value) => change({ names: value })}
      />
    </>
  );
}

function FeedLink({ link }: { link: string }) {
  return (
    <p className={style['link']}>
      <span>Whoever has this address can read the feed without signing in.</span>
      <code>{link}</code>
      <CopyButton label="Copy the address" text={link} />
    </p>
  );
}

function Kinds({ draft: { role, kinds }, change }: PartProps) {
  const groups = kindsByGroup(role);
  return (
    <fieldset className={style['kinds']}>
      <legend>Alerts</legend>
      <div className={style['submit']}>
        <Button onClick={() => change({ kinds: [...kindsFor(role)] })}>All</Button>
        <Button onClick={() => change({ kinds: [] })}>None</Button>
      </div>
      {[...groups].map(([group, members]) => (
        <div key={group} role="group" aria-label={group}>
          <h3>{group}</h3>
          {members.map((kind) => (
            <Check
              key={kind}
              label={
                <>
                  {kindTable[kind].title}
                  <small>{kindTable[kind].words}</small>
                </>
              }
              isOn={kinds.includes(kind)}
              onChange={(isOn) => change({ kinds: isOn ? [...kinds, kind] : kinds.filter((other) => other !== kind) })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function When({ draft: { channel, digest, quiet, kinds }, change }: PartProps) {
  if (channel === 'feed') return null;
  const defaults = { from: '22:00', to: '06:00', unless: kinds.filter((kind) => kindTable[kind].breaksQuiet) };
  return (
    <fieldset className={style['kinds']}>
      <legend>When</legend>
      <Select
        label="Messages"
        value={digest}
        options={digests.map((value) => ({ value, label: digestNames[value] }))}
        onChange={(value) => change({ digest: value })}
      />
      <Check label="Quiet hours" isOn={quiet !== null} onChange={(isOn) => change({ quiet: isOn ? defaults : null })} />
      {quiet && (
        <>
          <div className={style['submit']}>
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                label={end === 'from' ? 'From' : 'To'}
                value={quiet[end]}
                width={11}
                onChange={(text) => change({ quiet: { ...quiet, [end]: text } })}
                input={{ type: 'time' }}
              />
            ))}
          </div>
          <div role="group" aria-label="Also in quiet hours">
            <h3>Also in quiet hours</h3>
            {kinds.map((kind) => (
              <Check
                key={kind}
                label={kindTable[kind].title}
                isOn={quiet.unless.includes(kind)}
                onChange={(isOn) =>
                  change({
                    quiet: {
                      ...quiet,
                      unless: isOn ? [...quiet.unless, kind] : quiet.unless.filter((one) => one !== kind),
                    },
                  })
                }
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

/** Tests a saved recipient, or removes it after a confirmation. */
function SavedActions({ saved: { id, name }, onGone }: { saved: Recipient; onGone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const removing = useSaveRecipient();
  const testing = useTestRecipient();
  return (
    <div className={style['form']}>
      <div className={style['submit']}>
        <Button disabled={testing.isPending} onClick={() => testing.mutate(id)}>
          {testing.isPending ? 'Sending a test…' : 'Send a test'}
        </Button>
        {testing.data && (
          <span role="status">
            <StateMark shape={testing.data.isSent ? 'check' : 'octagon'} tone={testing.data.isSent ? 'ok' : 'expired'}>
              {testing.data.isSent ? 'Sent' : 'Not sent'}: {testing.data.answer}
            </StateMark>
          </span>
        )}
        {testing.error && <Refused words="Not sent" failure={asFailure(testing.error)} />}
      </div>
      <div className={style['submit']} role="group" aria-label={`Remove ${name}`}>
        {isAsking ? (
          <>
            <span>{name} will get no more alerts.</span>
            <Button
              disabled={removing.isPending}
              onClick={() => removing.mutate({ id, recipient: null }, { onSuccess: onGone })}
            >
              Remove now
            </Button>
            <Button onClick={() => setAsking(false)}>Keep</Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Remove</Button>
        )}
        {removing.error && <Refused words="Not removed" failure={asFailure(removing.error)} />}
      </div>
    </div>
  );
}
