import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useRights } from '#web/ui/page/school.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import style from './plan.module.css';
import { planTools } from './tools.ts';

/** The planning tools that the role may use. */
export function PlanPage() {
  const { maySeePage } = useRights();
  const tools = planTools.filter(({ path }) => maySeePage(path));
  return (
    <>
      <PageHeader title="Planning">
        <p className={style['about']}>{tools.length} tools</p>
      </PageHeader>
      <ul className={style['tools']}>
        {tools.map(({ path, name, purpose, result }) => (
          <li key={path}>
            <h2>
              <AppLink coversRow to={path}>
                {name}
              </AppLink>
            </h2>
            <p>{purpose}</p>
            <p className={style['result']}>{result}</p>
          </li>
        ))}
      </ul>
      <p className={style['note']}>
        Flightline changes nothing at the service. Each tool ends in a list: enter its changes where you keep the
        schedule.
      </p>
    </>
  );
}
