// What the page's modules add to elements, and what newer browsers know and the checker does not.
interface EventTarget { [name: string]: any }
interface Element { [name: string]: any }
interface Navigator { setAppBadge?: (count: number) => Promise<void> }
declare var trustedTypes: any
