/** Files on their way to the disk, over every screen. */
export { DownloadsShelf } from './downloads-shelf'
