import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useRef } from 'react';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { readTypedDay, typedDayText } from '#domain/time/moment.ts';
import { type Day, isDay } from '#domain/time/time.ts';
import { IconButton } from './buttons.tsx';
import style from './DateField.module.css';
import { TextField } from './fields.tsx';
import { fullTime, isTime, shortTime } from './filterModel.ts';
import { useDraft } from './useDraft.ts';

type DateFieldProps = {
  label: string;
  /** True if the surroundings make its purpose clear. */
  isLabelHidden?: boolean;
  /** The chosen day; empty for none. */
  value: Day;
  /** Of the operator's calendar: words such as `tomorrow` are read from it, and days of another year show their year. */
  today: Day;
  /** Called with an empty text where it may be empty. */
  onChange: (day: Day) => void;
  /** True if it may be empty. */
  isOptional?: boolean;
  /** What it shows until a person types into it, if that is more than the day: the period that begins with it. */
  shown?: string | undefined;
  /** True if it is the title of its page. */
  isTitle?: boolean;
};

/**
 * A day, in the one form of all screens: `Tue 12 May`. It is typed in words or as 2026-05-12, or chosen in the browser's own
 * calendar, whose field alone would show the day in the form of the browser's language. A finger opens the calendar anywhere.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, value, today, onChange, isOptional = false, shown, isTitle = false } = props;
  const id = useId();
  const native = useRef<HTMLInputElement>(null);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const isGood = (text: string) => (text.trim() === '' ? isOptional : readTypedDay(text, today) !== null);
  const text = value === '' ? '' : (shown ?? typedDayText(value, today));
  const draft = useDraft(text, isGood, (typed) => onChange(readTypedDay(typed, today) ?? ''));
  return (
    <FormControl error={draft.isWrong}>
      <FormLabel className={isLabelHidden ? 'visually-hidden' : ''} htmlFor={id}>
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        className={style['field'] ?? ''}
        data-is-title={isTitle}
        value={draft.field.value}
        onChange={({ target }) => draft.field.onChange(target.value)}
        inputProps={{
          autoComplete: 'off',
          spellCheck: false,
          placeholder: 'any day',
          size: isTitle ? text.length : undefined,
          inputMode: isTouch ? 'none' : 'text',
          onClick: () => isTouch && openPicker(native.current),
          // The whole text is replaced by typing.
          onFocus: ({ currentTarget }) => currentTarget.select(),
          'aria-invalid': draft.isWrong,
          'aria-describedby': draft.isWrong ? `${id}-message` : undefined,
          ...draft.events,
        }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton icon="calendar" size={16} label="Choose a day" onClick={() => openPicker(native.current)} />
            <input
              ref={native}
              className={style['native']}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              value={value}
              onChange={({ target }) => (isOptional || isDay(target.value)) && onChange(target.value)}
            />
          </InputAdornment>
        }
      />
      {draft.isWrong && (
        <FormHelperText id={`${id}-message`} role="alert">
          A day such as 12 May, Fri, tomorrow or 2026-05-12
        </FormHelperText>
      )}
    </FormControl>
  );
}

/** A browser that cannot open its calendar for a script puts the focus into its field. */
function openPicker(field: HTMLInputElement | null): void {
  try {
    field?.showPicker();
  } catch {
    field?.focus();
  }
}

type TimeFieldProps = {
  label: string;
  isLabelHidden?: boolean;
  /** As the API writes it, `14:00:00`, or without seconds. */
  value: string;
  /** The clock that the time is read by: the operator's, or Zulu. */
  clock?: 'L' | 'Z';
  /** Called with `14:00:00`. */
  onChange: (time: string) => void;
};

/** A time of day, in the one form of all screens: `1400L`. The browser's own field may show `2:00 PM`. */
export function TimeField({ label, isLabelHidden, value, clock = 'L', onChange }: TimeFieldProps) {
  const draft = useDraft(shortTime(value, clock), isTime, (text) => onChange(fullTime(text)));
  return (
    <TextField
      label={label}
      {...(isLabelHidden === undefined ? {} : { isLabelHidden })}
      width={9}
      {...draft.field}
      problem={draft.isWrong ? 'A time such as 1400, from 0000 to 2359' : null}
      input={{ inputMode: 'numeric', placeholder: `1400${clock}`, maxLength: 9, ...draft.events }}
    />
  );
}
