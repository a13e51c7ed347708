/** The name of the site; operators set their own with VITE_APP_TITLE. Source: R17, D-51. */
export const APP_TITLE: string = import.meta.env.VITE_APP_TITLE || 'krapao'
