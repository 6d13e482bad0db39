/** A finding of `flightline doctor`: a sentence, and whether it is a problem. */
export type Finding = { readonly isProblem: boolean; readonly words: string };

export const fine = (words: string): Finding => ({ isProblem: false, words });
export const problem = (words: string): Finding => ({ isProblem: true, words });
