import { Icon } from '#web/ui/controls/Icon.tsx';
import { useLocationChoice } from '#web/ui/page/locationChoice.tsx';
import style from './LocationSwitch.module.css';

/**
 * The location that all pages are narrowed to; drawn where there are two or more. A native list lies over what is drawn: a name
 * of any length has room in it, and phones handle it best.
 */
export function LocationSwitch() {
  const { locations, chosen, choose } = useLocationChoice();
  if (locations.length < 2 && !chosen) return null;
  const name = chosen?.name ?? 'All locations';
  return (
    <span className={style['switch']} data-is-narrowed={chosen !== null} title={`Location: ${name}`}>
      <Icon name="place" size={14} />
      <span className={style['name']}>{name}</span>
      <Icon name="down" size={12} />
      <select
        aria-label="Location"
        value={chosen?.id ?? ''}
        onChange={({ target }) => choose(locations.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">All locations</option>
        {locations.map(({ id, name: own }) => (
          <option key={id} value={id}>
            {own}
          </option>
        ))}
      </select>
    </span>
  );
}
