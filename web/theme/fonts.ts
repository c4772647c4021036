import '@fontsource-variable/dm-sans/wght.css'
import '@fontsource/barlow/700.css'
