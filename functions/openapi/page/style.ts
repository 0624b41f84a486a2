/** The page's own style: light and dark, wide and narrow. */
export const style = `
:root{color-scheme:light dark;--ink:#1d2329;--soft:#57606a;--line:#d8dee4;--ground:#fff;--panel:#f6f8fa;
--link:#0b5cad;--get:#0b5cad;--post:#1a7f37;--delete:#b42318;--patch:#8a5a00;--need:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#e3e8ed;--soft:#9aa5b1;--line:#30373f;--ground:#11151a;
--panel:#191f26;--link:#7db5f5;--get:#7db5f5;--post:#6cc98a;--delete:#f28b82;--patch:#e0b15c;--need:#f28b82}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
p code,.means code,.name .type code,td code{overflow-wrap:anywhere;background:var(--panel);
border:1px solid var(--line);border-radius:4px;padding:0 .25em}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
pre code{font-size:.85rem}
main{max-width:54rem;padding:1.5rem 1.25rem 6rem;margin:0 auto}
h1{margin:.5rem 0 0;font-size:2rem}h1 small,h4 small,.route small{color:var(--soft);font-weight:400;
font-size:.8em}
.lead{font-size:1.1rem;margin-top:.25rem}
h2{margin:3.5rem 0 .25rem;padding-top:1rem;border-top:2px solid var(--line);font-size:1.5rem}
h3{margin:0;font-size:1.15rem}h3 a{color:inherit}
h4{margin:1.5rem 0 .25rem;font-size:.95rem}
.operation,.type{margin:1.75rem 0 0;padding-bottom:1.75rem;border-bottom:1px solid var(--line)}
.operation:target>h3,.type:target>h3,tr:target{background:color-mix(in srgb,var(--link) 14%,transparent)}
.route{margin:.35rem 0;overflow-wrap:anywhere}.route code{font-size:.95rem}
.method{display:inline-block;font:700 .7rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
letter-spacing:.03em;color:var(--soft)}
.route>code{border:0;background:none;padding:0}.route .method{border:1px solid currentColor;border-radius:4px;
padding:.1rem .4rem;margin-right:.25rem}
.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}.patch,.put,.event{color:var(--patch)}
.fields{list-style:none;margin:.25rem 0;padding:0;border-top:1px solid var(--line)}
.fields>li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.fields>li:last-child{border-bottom:0}
.fields .fields{margin:.5rem 0 0 .25rem;padding-left:.9rem;border-top:0;border-left:2px solid var(--line)}
.name>code{font-weight:600;font-size:.92rem}
.type{overflow-wrap:anywhere}.name .type{color:var(--soft);font-size:.85rem;margin:0 0 0 .35rem;padding:0;
border:0}
.required{color:var(--need);font-size:.75rem;font-weight:600}
.means{font-size:.95rem}
.variant{margin:.75rem 0;padding-left:.9rem;border-left:2px solid var(--line)}.variant>h4{margin-top:0}
.variant>h4 code{font-weight:700;font-size:.95rem}
details{margin-top:1rem}summary{cursor:pointer;color:var(--soft)}summary h4{display:inline;margin:0;
color:var(--ink)}
table{border-collapse:collapse;width:100%;margin:.5rem 0;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;white-space:nowrap}
nav ul{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}
nav li ul{margin:.1rem 0 .6rem}nav li ul li a{display:flex;gap:.5rem;color:var(--ink);font-size:.85rem;
padding:.12rem 0}
nav li ul .method{flex:0 0 3.4rem;padding-top:.12rem}
nav .brand{display:block;font-weight:700;font-size:1.15rem;color:var(--ink);margin-bottom:1rem}
.narrow{display:none}
@media(min-width:64rem){body{display:grid;grid-template-columns:19rem minmax(0,1fr)}nav{
background:var(--panel);border-right:1px solid var(--line)}nav .wide{position:sticky;top:0;height:100vh;
overflow-y:auto;padding:1.5rem 1.25rem}}
@media(max-width:63.99rem){nav .wide{display:none}.narrow{display:block;margin:0;padding:.6rem 1.25rem;
background:var(--panel);border-bottom:1px solid var(--line)}.narrow summary{font-weight:600}main{
padding-top:1rem}h1{font-size:1.6rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}.codes tr{display:block;
padding:.5rem 0;border-bottom:1px solid var(--line)}.codes th,.codes td{display:block;border:0;padding:0;
white-space:normal}}
@media print{nav{display:none}}
`.trim();
