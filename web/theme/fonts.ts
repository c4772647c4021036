import '@fontsource-variable/dm-sans/wght.css'
import '@fontsource/barlow/700.css'
import '@fontsource/barlow/800.css'
