import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import controls from '#web/ui/controls/controls.module.css';
import style from './people.module.css';

/** Opens a user by the service's id or by the school's own. What is typed is taken as it is, blanks included. */
export function Finder({ id, external }: { id: string; external: string }) {
  return (
    <div className={style['finder']} role="search">
      <Field key={`external ${external}`} name="external" label="External id" value={external} />
      <Field key={`id ${id}`} name="id" label="User id" value={id} />
    </div>
  );
}

function Field({ name, label, value }: { name: string; label: string; value: string }) {
  const input = useId();
  const navigate = useNavigate();
  const address = useAddress();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get(name);
    if (typeof text !== 'string' || text === '') return;
    void navigate(address(`/people?${new URLSearchParams({ [name]: text }).toString()}`));
  };
  return (
    <form className={style['find']} onSubmit={open}>
      <label htmlFor={input}>{label}</label>
      <input id={input} className={controls['input']} name={name} defaultValue={value} autoComplete="off" />
      <button type="submit" className={controls['button']}>
        Open<span className="visually-hidden"> by {label.toLowerCase()}</span>
      </button>
    </form>
  );
}
