import { setFilter } from '#domain/lists/listState.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { activeFilters } from './filterModel.ts';
import style from './FilterSentences.module.css';
import { Icon } from './Icon.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';

/** Each filter that is on, as a sentence, with a way to take it off. */
export function FilterSentences({ list, words }: { list: ListControls; words: SentenceWords }) {
  const filters = activeFilters(list.operation, list.query, words);
  if (filters.length === 0) return null;
  return (
    <ul className={style['sentences']} aria-label="Filters">
      {filters.map(({ name, sentence }) => (
        <li key={name}>
          {sentence}
          <button
            type="button"
            aria-label={`Remove: ${sentence}`}
            title="Remove this filter"
            onClick={() => void list.change(setFilter(name, null, list.usual))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
