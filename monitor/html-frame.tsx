import { useEffect, useMemo, type ReactNode } from 'react';

/** HTML in a frame that runs no script and requests no host: its address is a blob of this page's own. */
export const HtmlFrame = ({ title, html }: { readonly title: string; readonly html: string }): ReactNode => {
  const url = useMemo(() => {
    const guard = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
    return URL.createObjectURL(new Blob([guard, html], { type: 'text/html' }));
  }, [html]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <iframe title={title} sandbox="" src={url} />;
};
