import { setFilter } from '#domain/lists/listState.ts';
import { filterSentence, type SentenceWords } from '#domain/lists/sentences.ts';
import style from './FilterSentences.module.css';
import { Icon } from './Icon.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';

/** Each filter that is on, as a sentence, with a way to take it off. */
export function FilterSentences({ list, words }: { list: ListControls; words: SentenceWords }) {
  const filters = list.operation.filters.flatMap((field) => {
    const filter = list.query.filters?.[field.name];
    return filter ? [{ field, sentence: filterSentence(field, filter, words) }] : [];
  });
  if (filters.length === 0) return null;
  return (
    <ul className={style['sentences']} aria-label="Filters">
      {filters.map(({ field, sentence }) => (
        <li key={field.name}>
          {sentence}
          <button
            type="button"
            aria-label={`Remove: ${sentence}`}
            title="Remove this filter"
            onClick={() => void list.change(setFilter(field.name, null, list.usual))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
