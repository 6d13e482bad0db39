import { addressOf } from '#contract/addresses.ts';
import { type ReportId, curlLine, parametersOf, takesAnyName } from '#domain/reports/loading/reportQuery.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { pagingWords } from '#domain/reports/loading/loadWords.ts';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { FreeParameters, ParameterField } from './ParameterField.tsx';
import style from './QuestionPanel.module.css';

type QuestionPanelProps = { id: ReportId; question: ReportQuestionState; plan: LoadPlan };

/** What the service is asked: its documented parameters, those it may take, and the exact query. */
export function QuestionPanel({ id, question, plan }: QuestionPanelProps) {
  const parameters = parametersOf(id);
  const documented = parameters.filter(({ isDocumented }) => isDocumented);
  const others = parameters.filter(({ isDocumented }) => !isDocumented);
  const offered = new Set(parameters.map(({ name }) => name));
  const free = question.pairs.filter(([name]) => !offered.has(name));
  const isUsed = free.length > 0 || others.some(({ name }) => question.valueOf(name) !== '');
  const open = takesAnyName(id);
  return (
    <section className={style['question']} aria-label="What is asked">
      {documented.length > 0 && (
        <div className={style['fields']}>
          {documented.map((parameter) => (
            <ParameterField key={parameter.name} parameter={parameter} question={question} />
          ))}
        </div>
      )}
      {(others.length > 0 || open) && (
        <details className={style['others']} open={isUsed || undefined}>
          <summary>
            Undocumented parameters <span>a service may take these, or ignore them in silence</span>
          </summary>
          <div className={style['fields']}>
            {others.map((parameter) => (
              <ParameterField key={parameter.name} parameter={parameter} question={question} />
            ))}
            {open && <FreeParameters question={question} free={free} />}
          </div>
        </details>
      )}
      <Notices notes={question.problems.map(({ message }) => message)} />
      <ExactQuery id={id} question={question} plan={plan} />
    </section>
  );
}

/** The call as it is made, and as anybody can make it again: the gateway adds the key. */
function ExactQuery({ id, question, plan }: QuestionPanelProps) {
  const { operatorId } = useSchool();
  const query = { ...question.query, limit: plan.limit };
  return (
    <div className={style['exact']}>
      <span className={style['call']}>
        <code>GET {addressOf(id, { operatorId: String(operatorId) }, query)}</code>
        <CopyButton label="Copy as curl" text={curlLine(window.location.origin, id, operatorId, query)} />
      </span>
      <span className={style['paging']}>{pagingWords(plan) ?? 'The first two pages tell how the service pages.'}</span>
    </div>
  );
}
