import { AppLink } from '#web/ui/page/AppLink.tsx';
import { listAddress } from '#web/ui/records/listAddress.ts';
import { useListState } from '#web/ui/page/urlState.ts';
import style from './people.module.css';
import { usualSize } from './UserList.tsx';

/** Back to the page of the list that the address still names. */
export function PeopleLink() {
  const list = useListState('listUsers', usualSize);
  return (
    <p className={style['back']}>
      <AppLink to={listAddress('/people', list)}>All users</AppLink>
    </p>
  );
}
