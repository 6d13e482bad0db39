/** The sign-in at a service of the school's (OpenID Connect, authorization code with PKCE), as `/sign-in/start` and `/sign-in/callback` use it. */
export type OidcFlow = {
  /** Where the browser goes to sign in, and the value of the cookie that it brings back. `to` is a path of our own; `now` is epoch milliseconds. */
  readonly start: (to: string, now: number) => Promise<{ readonly location: string; readonly cookie: string }>;
  /** Who has signed in: the name by which a `person` is known, the name to show, and where they wanted to go. Rejects where the answer is not as it must be. */
  readonly finish: (
    url: URL,
    cookie: string,
    now: number,
  ) => Promise<{ readonly identity: string; readonly name: string; readonly to: string }>;
};
