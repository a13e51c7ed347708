/**
 * Features that the site uses although some of the oldest supported browsers lack them, each with the reason why that
 * is safe. A key is a path in the compatibility data and covers all paths below it. Source: D-66.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'api.AnimationEvent.animation': 'React deletes this entry from a table of its own',
  'api.CSSStyleDeclaration.cssFloat': 'React sets it for the style `float`, which no view uses',
  'api.CanvasRenderingContext2D.font': 'Safari draws the font that the wheel sets, and returns only its weight wrongly',
  'api.Clipboard.readText': 'asked for before use: without it there is no button to paste',
  'api.Credential.isConditionalMediationAvailable_static': 'called with `?.`: without it the form offers no passkeys',
  'api.Document.startViewTransition': 'React and the router ask for view transitions, and no page starts one',
  'api.HTMLElement.popover': 'React reads a prop of this name, which no view has',
  'api.Navigator.connection': 'read with `?.`: without it the player saves no data',
  'api.Navigator.share': 'asked for by `canShare`: without it the link can be copied',
  'api.SubtleCrypto.getPublicKey': 'a method of a passkey’s answer, whose result nothing reads',
  'api.WebTransport': 'engine.io has it, and the chat uses WebSocket only',
  'api.Window.navigation': 'React asks for it with `typeof`',
  'api.Window.requestIdleCallback': 'without it `idle` waits 200 ms',
  'api.trustedTypes': 'asked for before use: a browser without it does not enforce it',
  'css.properties.cursor': 'iOS draws its own cursor',
  'css.properties.field-sizing': 'the field of the chat keeps one line and scrolls',
  'css.properties.inline-size.fit-content':
    'Samsung Internet 22 has it as Chrome 111 does; the data has an older alias',
  'css.properties.overflow-clip-margin': 'Safari cuts the glow around the fields of a code',
  'css.properties.overscroll-behavior': 'a box without anything to scroll lets the page scroll',
  'css.properties.overscroll-behavior-x': 'a box without anything to scroll lets the page scroll',
  'css.properties.resize': 'iOS has no handle to hide',
  'css.properties.scrollbar-color': 'scrollbars have the color of the system',
  'css.properties.scrollbar-width': 'scrollbars have the width of the system; on phones they appear while scrolling',
  'css.properties.text-wrap': 'lines break where they are full',
}
