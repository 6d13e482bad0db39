import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { PeopleLink } from './PeopleLink.tsx';
import style from './people.module.css';

/** An id that cannot stand in an address: nothing was asked. */
export function Unaskable({ what, id }: { what: string; id: string }) {
  return (
    <>
      <PeopleLink />
      <div className={style['unaskable']} role="alert">
        <StateMark shape="triangle" tone="warning">
          <strong>
            <code>“{id}”</code> cannot be an {what}
          </strong>
        </StateMark>
        <p>
          A step of dots, a control character or more than 200 characters would lead to another address. Nothing was
          asked of the service.
        </p>
      </div>
    </>
  );
}
