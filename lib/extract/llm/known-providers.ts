interface KnownProvider {
  readonly baseUrl: string;
  readonly model: string;
  /** Names of its models. */
  readonly models: RegExp;
}

/** Providers that need only a key. Each default is the maker's small model for extraction. */
export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-6-luna', models: /^(?:gpt-|chatgpt-|o\d)/ },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', model: 'claude-haiku-5-5', models: /^claude-/ },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-3.5-flash-lite',
    models: /^gemini-/,
  },
};
