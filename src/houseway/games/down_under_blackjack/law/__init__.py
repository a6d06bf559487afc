"""Chapter 685a, paragraph by paragraph. No floats, no presentation and no analysis here."""
