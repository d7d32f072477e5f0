// Runs before the first paint, so that a dark reload never flashes white.
// It is a file because the content policy forbids inline scripts.
;(function () {
  var root = document.documentElement
  var choice = 'system'
  var lang = ''
  var density = 'compact'
  try {
    choice = localStorage.getItem('riffle.theme') || choice
    lang = localStorage.getItem('riffle.lang') || ''
    density = localStorage.getItem('riffle.density') || density
  } catch (e) {
    // Storage may be forbidden; the defaults stand.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', root.dataset.theme)
  root.dataset.density = density
  if (lang !== 'zh' && lang !== 'en') lang = /^zh/i.test(navigator.language) ? 'zh' : 'en'
  root.lang = lang === 'zh' ? 'zh-CN' : 'en'
})()
