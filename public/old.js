// Says in a browser below the floor what to do. ES5, because such browsers run it. Source: D-66.
;(function () {
  var agent = navigator.userAgent
  // an iPad claims to be a Mac, but has touch points
  var isApple = /iP(hone|ad|od)/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)
  var way = isApple ? 'ios' : / Line\//.test(agent) ? 'line' : 'other'
  // \u2060 keeps a word in one line that browsers take for two
  var texts = {
    th: {
      old: 'เบราว์เซอร์นี้เก่าเกินไป เว็บอาจใช้งานไม่ได้',
      ios: 'กรุณาอัปเดต iOS หรือ iPadOS เป็นเวอร์ชัน 16.4 ขึ้นไป',
      line: 'กรุณาเปิดหน้านี้ในเบราว์เซอร์อื่น เช่น Chrome',
      other: 'กรุณาอัปเดตเบราว์เซอร์ แล้วเปิดเว็บอีกครั้ง',
    },
    lo: {
      old: 'ບຣາວເຊີນີ້ເກົ່າເກີນໄປ ເວັບອາດໃຊ້ງານບໍ່ໄດ້',
      ios: 'ກະລຸນາອັບ\u2060ເດດ iOS ຫຼື iPadOS ເປັນເວີຊັນ 16.4 ຂຶ້ນໄປ',
      line: 'ກະລຸນາເປີດໜ້ານີ້ໃນບຣາວເຊີອື່ນ ເຊັ່ນ Chrome',
      other: 'ກະລຸນາອັບ\u2060ເດດບຣາວເຊີ ແລ້ວເປີດເວັບອີກຄັ້ງ',
    },
    en: {
      old: 'This browser is too old, so the site may not work.',
      ios: 'Please update iOS or iPadOS to version 16.4 or later.',
      line: 'Please open this page in another browser, such as Chrome.',
      other: 'Please update your browser, then open the site again.',
    },
  }

  function show() {
    var box = document.createElement('div')
    box.id = 'old'
    box.setAttribute('role', 'alert')
    box.style.cssText = 'padding:16px;background:#fff;color:#000;font:16px/1.5 sans-serif;text-align:center'
    for (var lang in texts) {
      var line = document.createElement('p')
      line.lang = lang
      line.style.padding = '4px 0'
      line.textContent = texts[lang].old + ' ' + texts[lang][way]
      // the language of the page is first
      box.insertBefore(line, lang === document.documentElement.lang ? box.firstChild : null)
    }
    document.body.insertBefore(box, document.body.firstChild)
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
  else show()
})()
