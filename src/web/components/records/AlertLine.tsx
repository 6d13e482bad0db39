import type { AlertAnswer } from '#contract/gateway/alerts.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';

const marks = {
  red: { shape: 'octagon', tone: 'expired', words: 'Act now' },
  amber: { shape: 'triangle', tone: 'warning', words: 'Needs a look' },
  neutral: { shape: 'dot', tone: 'inactive', words: 'News' },
} as const;

type AlertLineProps = { alert: Pick<AlertAnswer, 'level' | 'words' | 'link'>; onOpen?: () => void };

/** An alert with its level and the page that shows it. */
export function AlertLine({ alert: { level, words, link }, onOpen }: AlertLineProps) {
  const { shape, tone, words: spoken } = marks[level];
  return (
    <StateMark shape={shape} tone={tone}>
      <span className="visually-hidden">{spoken}: </span>
      <AppLink to={link} onClick={onOpen}>
        {words}
      </AppLink>
    </StateMark>
  );
}
