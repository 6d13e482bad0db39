import { useId } from 'react';
import type { Resource } from '#domain/timeline/resources.ts';
import controls from '#web/ui/controls/controls.module.css';

type ResourceChooserProps = {
  /** Rows of any kinds; those without a resource are left out. */
  resources: readonly Resource[];
  /** As `resourceValue` writes it; empty for all. */
  value: string;
  onChange: (value: string) => void;
  /** Called when somebody is about to choose. */
  onOpen: () => void;
};

/** A resource in one word, for the address: `aircraft:4f0…`, because a person may be an instructor and a pilot. */
export function resourceValue({ kind, id }: Pick<Resource, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** All, or one aircraft, instructor or pilot, by model and by kind. A chosen one that is not listed stays chosen. */
export function ResourceChooser({ resources, value, onChange, onOpen }: ResourceChooserProps) {
  const id = useId();
  const listed = resources.filter(({ kind }) => kind !== 'none');
  const groups = [...Map.groupBy(listed, ({ group }) => group)];
  const isListed = value === '' || listed.some((resource) => resourceValue(resource) === value);
  return (
    <span className={controls['control']}>
      <label className={controls['label']} htmlFor={id}>
        For
      </label>
      <select
        id={id}
        className={controls['select']}
        style={{ maxWidth: 220 }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onOpen}
      >
        <option value="">everything</option>
        {!isListed && <option value={value}>one that has nothing booked here</option>}
        {groups.map(([group, members]) => (
          <optgroup key={group} label={group}>
            {members.map((resource) => (
              <option key={resourceValue(resource)} value={resourceValue(resource)}>
                {resource.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  );
}
