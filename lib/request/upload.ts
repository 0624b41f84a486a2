import { extname } from 'node:path';
import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { isPlainObject, type PlainObject } from '../plain-object.ts';
import { parseJsonBody } from './parse-request.ts';

/** A file that a client sends to be read, and the options for it. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** The type of the file: from its name if that shows it, else from the client. */
  readonly contentType: string;
  /** The options of a scrape, as JSON. */
  readonly options: PlainObject;
}

export type UploadRead =
  | { readonly ok: true; readonly upload: Upload }
  | { readonly ok: false; readonly failure: Failure };

/** Types by extension: if clients do not know the type of a file, they call it plain text, or send none. */
const typesByExtension: Readonly<Record<string, string>> = {
  '.htm': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
};

const contentTypeOf = (filename: string, given: string): string => {
  const byName = typesByExtension[extname(filename).toLowerCase()];
  if (byName === undefined) return given || 'application/octet-stream';
  const charset = /;\s*charset=[^;]*/i.exec(given)?.[0] ?? '';
  return `${byName}${charset}`;
};

const refused = (message: string): UploadRead => ({
  ok: false,
  failure: failure('BAD_REQUEST', `Cannot accept the request: ${message}`),
});

/** Returns a format's name, whether it is given alone or in an object. */
const nameOf = (format: unknown): string => String(isPlainObject(format) ? format['type'] : format);

/** Finds an option that only a browser can carry out: a file is not shown in one. */
const browserOption = (options: PlainObject): string | undefined => {
  const { formats } = options;
  const isPicture = (format: unknown): boolean => nameOf(format).startsWith('screenshot');
  if (Array.isArray(formats) && formats.some(isPicture)) return 'formats: screenshot';
  return ['actions', 'waitFor', 'mobile', 'viewport'].find((key) => Boolean(options[key]));
};

/** Counts the parts of a body before it is parsed: each part costs far more to read than to send. */
const countParts = (bytes: Uint8Array, contentType: string): number => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The last delimiter closes the body.
  let parts = -1;
  for (let at = body.indexOf(delimiter); at !== -1 && parts <= limits.uploadPartsMax; parts += 1)
    at = body.indexOf(delimiter, at + delimiter.length);
  return parts;
};

/**
 * Reads the body of `POST /v2/parse`: `multipart/form-data` with a part `file`, which has a name, and a part
 * `options` of JSON that may be left out.
 */
export const readUpload = async (bytes: Uint8Array | null, contentType: string): Promise<UploadRead> => {
  if (bytes !== null && bytes.length > limits.uploadBytesMax) {
    const message =
      `Cannot accept the file: the request has ${bytes.length} bytes, at most ${limits.uploadBytesMax} ` +
      `reach a function through API Gateway. Put a larger file where it can be scraped by its URL`;
    return { ok: false, failure: failure('BODY_TOO_LARGE', message) };
  }
  if (bytes !== null && /^multipart\/form-data\b/i.test(contentType) && !/;\s*boundary=/i.test(contentType))
    return refused('expected the boundary of multipart/form-data in the header content-type, found none');
  if (bytes === null || !/^multipart\/form-data\s*;/i.test(contentType))
    return refused(
      `expected multipart/form-data with the parts file and options, found ${contentType.slice(0, 80) || 'no body'}`,
    );
  if (countParts(bytes, contentType) > limits.uploadPartsMax)
    return refused(`expected at most ${limits.uploadPartsMax} parts, found more`);
  let form: FormData;
  try {
    form = await new Response(bytes.slice(), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return refused('expected multipart/form-data, found a body whose parts cannot be told apart');
  }
  const [file, ...others] = form.getAll('file');
  if (others.length > 0) return refused(`file: expected one, found ${others.length + 1}`);
  if (!(file instanceof File) || file.name.trim() === '')
    return refused('file: expected a part with a file name');
  if (file.size === 0) return refused(`file: expected a file with content, found none in ${file.name}`);
  const given = form.get('options') ?? '{}';
  const parsed = parseJsonBody(given instanceof File ? await given.text() : given, 'part options');
  if (!parsed.ok) return parsed;
  const options = parsed.value;
  if (!isPlainObject(options)) return refused('options: expected a JSON object');
  const shown = browserOption(options);
  if (shown !== undefined)
    return refused(`${shown}: a file is not shown in a browser, so this has no effect here; leave it out`);
  const { formats } = options;
  if (Array.isArray(formats) && formats.some((format) => nameOf(format) === 'changeTracking'))
    return refused('formats: changeTracking: a file has no version before; leave it out');
  // A character that was cut in half cannot be part of an address.
  const filename = file.name.trim().slice(0, 200).toWellFormed();
  return {
    ok: true,
    upload: {
      bytes: new Uint8Array(await file.arrayBuffer()),
      filename,
      contentType: contentTypeOf(filename, file.type),
      options,
    },
  };
};
